"""The storage of views: tables of documents and a position, in SQLite or PostgreSQL."""
