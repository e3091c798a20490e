/** Entry point. */

import { render } from "preact";

import { App } from "./app";
import { loadSeats } from "./store/seats";
import { loadLanguage } from "./i18n/translate";
import "./style.css";

await Promise.all([loadSeats(), loadLanguage()]);
render(<App />, document.getElementById("app") as HTMLElement);
