/** Limits of the record format: a reader checks them before it expands or allocates anything. */

export const FORMAT = "clio-record/1";
export const MAX_DEPTH = 32;
export const MAX_MEMBERS = 4_096;
export const MAX_CHARACTERS = 4_096;
export const MAX_LINE_BYTES = 1_048_576;
export const MAX_EVENTS = 100_000;
export const MAX_FILE_BYTES = 33_554_432;
export const MAX_COMMAS = 2_000_000;
export const MAX_SEATS = 16;
export const MAX_POOL = 4_096;
export const MAX_SHUFFLED = 100_000;
export const MAX_ENTROPY_BYTES = 64;
export const MAX_SCORE_PARAMS = 16;
export const MAX_SCORE_PARAM_CHARACTERS = 128;
/** Rows of a draw table. */
export const MAX_ROWS = 64;
/** Fields of a deck, groups of a row and ids of a group. */
export const MAX_ROW_MEMBERS = 64;
export const MAX_ROW_CHARACTERS = 128;
export const MAX_ROW_NUMBER = 1_000_000;
