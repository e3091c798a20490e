/** The client of Clio. */

export * from "./record/index.js";
