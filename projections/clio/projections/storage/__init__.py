"""Where views are kept: tables of documents with their position, in SQLite or PostgreSQL."""
