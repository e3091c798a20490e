/** A time control in words. */

import { t } from "../i18n/translate";

function duration(seconds: number): string {
  if (seconds % 3600 === 0) return t("{count} h", { count: seconds / 3600 });
  return seconds % 60 === 0 ? t("{count} min", { count: seconds / 60 }) : t("{count} s", { count: seconds });
}

/** `fischer/300+5` as "5 min + 5 s per turn"; a control of another kind stays as it is written. */
export function clockWords(control: string): string {
  const [kind, rest = ""] = control.split("/");
  const [time, extra = 0] = rest.split("+").map(Number);
  if (!time || Number.isNaN(extra)) return control;
  switch (kind) {
    case "fischer": return t("{time} + {extra} per turn", { time: duration(time), extra: duration(extra) });
    case "move": return t("{time} per turn", { time: duration(time) });
    case "days": return time === 1 ? t("1 day per turn") : t("{count} days per turn", { count: time });
    default: return control;
  }
}
