/** The shell: navigation, the page of the address, announcements. */

import { useSignalEffect } from "@preact/signals";
import type { ComponentChild } from "preact";
import { lazy, Suspense } from "preact/compat";

import { t } from "./i18n/translate";
import { Home } from "./pages/home";
import { location_ } from "./router";
import { Announcements } from "./ui/announce";

const MatchPage = lazy(async () => (await import("./pages/match")).MatchPage);
const CheckPage = lazy(async () => (await import("./pages/check")).CheckPage);
const LobbyPage = lazy(async () => (await import("./pages/lobby")).LobbyPage);
const StandingsPage = lazy(async () => (await import("./pages/standings")).StandingsPage);
const PlayerPage = lazy(async () => (await import("./pages/player")).PlayerPage);
const StatisticsPage = lazy(async () => (await import("./pages/statistics")).StatisticsPage);
const RulesPage = lazy(async () => (await import("./pages/rules")).RulesPage);
const SettingsPage = lazy(async () => (await import("./pages/settings")).SettingsPage);
const FriendPage = lazy(async () => (await import("./pages/friend")).FriendPage);

const LINKS: [string, string][] = [
  ["/", "Home"],
  ["/lobby", "Lobby"],
  ["/standings", "Standings"],
  ["/statistics", "Statistics"],
  ["/rules", "Rules"],
  ["/check", "Check"],
  ["/settings", "Settings"],
];

function Page({ path }: { path: string }): ComponentChild {
  const [, first = "", second = ""] = path.split("/").map(decodeURIComponent);
  switch (first) {
    case "": return <Home />;
    case "m": return <MatchPage key={second} id={second} />;
    case "check": return <CheckPage />;
    case "lobby": return <LobbyPage />;
    case "standings": return <StandingsPage />;
    case "players": return <PlayerPage name={location_.value.searchParams.get("name") ?? ""} />;
    case "statistics": return <StatisticsPage />;
    case "rules": return <RulesPage game={second} />;
    case "settings": return <SettingsPage />;
    case "friend": return <FriendPage />;
    default: return <main id="main" tabIndex={-1}><h1>{t("There is no such page.")}</h1><p><a href="/">{t("Home")}</a></p></main>;
  }
}

export function App(): ComponentChild {
  const path = location_.value.pathname;
  useSignalEffect(() => {
    document.title = `${t(LINKS.find(([link]) => link === location_.value.pathname)?.[1] ?? "Match")} · Clio`;
  });
  return (
    <>
      <a class="skip" href="#main">{t("Skip to content")}</a>
      <header>
        <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28" /> Clio</a>
        <nav aria-label={t("Pages")}>
          {LINKS.slice(1).map(([link, name]) => (
            <a href={link} aria-current={path === link || (link !== "/" && path.startsWith(`${link}/`)) ? "page" : undefined}>{t(name)}</a>
          ))}
        </nav>
      </header>
      <Suspense fallback={<main id="main" tabIndex={-1}><p class="quiet">{t("Loading …")}</p></main>}>
        <Page path={path} />
      </Suspense>
      <Announcements />
    </>
  );
}
