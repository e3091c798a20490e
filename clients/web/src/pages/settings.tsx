/** Settings: language, light or dark, name, and a backup of one's seats. */

import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";

import { loadLanguage, t } from "../i18n/translate";
import { backup, restore, seats } from "../store/seats";
import { language, type Language, playerName, theme, type Theme, turnNotice } from "../store/settings";

const canNotify = (): boolean => "Notification" in window && Notification.permission === "granted";

/** The notice of one's turn. The browser may ask the user for permission, and either of them can refuse. */
function TurnNotice(): ComponentChild {
  const said = useSignal("");
  const asking = useSignal(false);
  const change = async (wanted: boolean): Promise<void> => {
    turnNotice.value = "off";
    asking.value = wanted;
    if (wanted) said.value = t("Asking the browser for permission …");
    if (wanted && "Notification" in window) await Notification.requestPermission();
    const on = wanted && canNotify();
    turnNotice.value = on ? "on" : "off";
    asking.value = false;
    said.value = on ? t("You will be notified when it is your turn.") : wanted ? t("The browser does not allow notifications for this page.") : t("You will not be notified.");
  };
  return (
    <section class="card" aria-labelledby="notices">
      <h2 id="notices">{t("Notifications")}</h2>
      <p><label><input type="checkbox" checked={asking.value || (turnNotice.value === "on" && canNotify())} onChange={(event) => void change(event.currentTarget.checked)} /> {t("Notify me when it is my turn")}</label></p>
      <p class="quiet">{t("While a match is open in another tab or window, the browser tells you when it is your turn.")}</p>
      <p role="status">{said.value}</p>
    </section>
  );
}

/** The seats of this browser, to take along to another one. */
function Seats(): ComponentChild {
  const said = useSignal("");
  const save = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([backup()], { type: "application/json" }));
    link.download = "clio-seats.json";
    link.click();
    URL.revokeObjectURL(link.href);
    said.value = t("The backup is in your downloads: clio-seats.json.");
  };
  const load = async (box: HTMLInputElement): Promise<void> => {
    const [file] = box.files ?? [];
    if (!file) return;
    try {
      const count = await restore(await file.text());
      said.value = count === 1 ? t("1 seat restored.") : t("{count} seats restored.", { count });
    } catch {
      said.value = t("This file is not a seat backup.");
    }
    // The same file can be chosen again.
    box.value = "";
  };
  const count = seats.value.length;
  return (
    <section class="card" aria-labelledby="seats">
      <h2 id="seats">{t("Your seats")}</h2>
      <p>{count === 0 ? t("This browser has no seats yet.") : count === 1 ? t("This browser holds the token of 1 seat.") : t("This browser holds the tokens of {count} seats.", { count })} {t("Save a backup to continue in another browser, or in case this one is cleared. Anyone with a token can play that seat, so keep the file to yourself.")}</p>
      <p class="buttons">
        <button disabled={count === 0} onClick={save}>{t("Save a backup")}</button>
        <label class="button">{t("Restore a backup")} <input class="visually-hidden" type="file" accept=".json" onChange={(event) => void load(event.currentTarget)} /></label>
      </p>
      <p role="status">{said.value}</p>
    </section>
  );
}

export function SettingsPage(): ComponentChild {
  return (
    <main id="main" tabIndex={-1} class="settings">
      <h1>{t("Settings")}</h1>
      <p class="quiet">{t("Settings are kept in this browser only.")}</p>
      <section class="card fields" aria-label={t("Appearance and name")}>
        <label>{t("Language")}{" "}
          <select value={language.value} onChange={(event) => { language.value = event.currentTarget.value as Language; void loadLanguage(); }}><option value="en" lang="en">English</option><option value="es" lang="es">Español</option></select>
        </label>
        <label>{t("Colours")}{" "}
          <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}><option value="auto">{t("same as the system")}</option><option value="light">{t("light")}</option><option value="dark">{t("dark")}</option></select>
        </label>
        <label>{t("Your name")} <input value={playerName.value} maxLength={40} autocomplete="nickname" placeholder={t("Player")} onInput={(event) => (playerName.value = event.currentTarget.value)} /></label>
      </section>
      <TurnNotice />
      <Seats />
    </main>
  );
}
