/** Settings: language, light or dark, name, and a backup of one's seats. */

import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";

import { loadLanguage, t } from "../i18n/translate";
import { backup, restore, seats } from "../store/seats";
import { language, type Language, playerName, theme, type Theme, turnNotice } from "../store/settings";

export function SettingsPage(): ComponentChild {
  const said = useSignal("");
  const save = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([backup()], { type: "application/json" }));
    link.download = "clio-seats.json";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const load = async (file: File | undefined): Promise<void> => {
    try {
      said.value = t("{count} seats restored.", { count: await restore((await file?.text()) ?? "") });
    } catch {
      said.value = t("This file is no backup of seats.");
    }
  };
  const notice = async (on: boolean): Promise<void> => {
    const allowed = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
    turnNotice.value = allowed ? "on" : "off";
  };
  return (
    <main id="main" tabIndex={-1} class="settings">
      <h1>{t("Settings")}</h1>
      <p><label>{t("Language")}{" "}
        <select value={language.value} onChange={(event) => { language.value = event.currentTarget.value as Language; void loadLanguage(); }}><option value="en">English</option><option value="es">Español</option></select>
      </label></p>
      <p><label>{t("Colours")}{" "}
        <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}><option value="auto">{t("as the system")}</option><option value="light">{t("light")}</option><option value="dark">{t("dark")}</option></select>
      </label></p>
      <p><label>{t("Your name")} <input value={playerName.value} maxLength={40} onInput={(event) => (playerName.value = event.currentTarget.value)} /></label></p>
      <p><label><input type="checkbox" checked={turnNotice.value === "on"} onChange={(event) => void notice(event.currentTarget.checked)} /> {t("Notify me when it is my turn")}</label></p>
      <h2>{t("Your seats")}</h2>
      <p>{t("This browser holds the tokens of {count} seats. Who has a token can play its seat: keep the backup to yourself.", { count: seats.value.length })}</p>
      <p class="buttons">
        <button onClick={save}>{t("Save a backup")}</button>
        <label class="button">{t("Restore a backup")} <input class="visually-hidden" type="file" accept=".json" onChange={(event) => void load(event.currentTarget.files?.[0])} /></label>
      </p>
      <p role="status">{said.value}</p>
    </main>
  );
}
