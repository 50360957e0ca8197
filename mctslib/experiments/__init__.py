"""Games between players: seats, seeds, records, matches, statistics, benchmarks."""
