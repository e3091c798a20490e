/** The fields of a match to open that are the same for every game: its clock, who may come, and who directs it. */

import type { Signal } from "@preact/signals";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";

export interface Terms {
  clock: string;
  invited: boolean;
  directed?: boolean;
}

export function OpeningFields({ terms }: { terms: Signal<Terms> }): ComponentChild {
  const set = (change: Partial<Terms>): void => {
    terms.value = { ...terms.value, ...change };
  };
  return (
    <>
      <label>{t("Clock")}{" "}
        <select name="clock" value={terms.value.clock} onChange={(event) => set({ clock: event.currentTarget.value })}>
          <option value="">{t("no clock")}</option>
          <option value="fischer/300+5">{t("5 minutes, plus 5 seconds per turn")}</option>
          <option value="fischer/900+10">{t("15 minutes, plus 10 seconds per turn")}</option>
          <option value="fischer/3600+30">{t("1 hour, plus 30 seconds per turn")}</option>
          <option value="move/60">{t("1 minute per turn")}</option>
          <option value="days/3">{t("3 days per turn")}</option>
        </select>
      </label>
      <label>{t("Who can join")}{" "}
        <select name="invited" value={terms.value.invited ? "link" : "all"} onChange={(event) => set({ invited: event.currentTarget.value === "link" })}>
          <option value="all">{t("everyone")}</option>
          <option value="link">{t("only people with the link")}</option>
        </select>
      </label>
      <label>{t("Director")}{" "}
        <select name="directed" value={terms.value.directed ? "host" : "nobody"} onChange={(event) => set({ directed: event.currentTarget.value === "host" })}>
          <option value="nobody">{t("nobody: I take a seat")}</option>
          <option value="host">{t("me, without a seat")}</option>
        </select>
      </label>
    </>
  );
}
