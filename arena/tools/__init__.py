"""Commands of their own: suites, speeds beside other engines, books and openings."""
