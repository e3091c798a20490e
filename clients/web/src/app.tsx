/** The shell: navigation, the page of the address, announcements. */

import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChild } from "preact";
import { lazy, Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";

import { loadLanguage, t } from "./i18n/translate";
import { Home } from "./pages/home";
import { location_ } from "./router";
import { language, type Language } from "./store/settings";
import { Announcements } from "./ui/announce";

const MatchPage = lazy(async () => (await import("./pages/match")).MatchPage);
const CheckPage = lazy(async () => (await import("./pages/check")).CheckPage);
const LobbyPage = lazy(async () => (await import("./pages/lobby")).LobbyPage);
const StandingsPage = lazy(async () => (await import("./pages/standings")).StandingsPage);
const PlayerPage = lazy(async () => (await import("./pages/player")).PlayerPage);
const StatisticsPage = lazy(async () => (await import("./pages/statistics")).StatisticsPage);
const RulesPage = lazy(async () => (await import("./pages/rules")).RulesPage);
const LearnPage = lazy(async () => (await import("./pages/learn")).LearnPage);
const SettingsPage = lazy(async () => (await import("./pages/settings")).SettingsPage);
const FriendPage = lazy(async () => (await import("./pages/friend")).FriendPage);

const LINKS: [string, string][] = [
  ["/", "Home"],
  ["/lobby", "Lobby"],
  ["/standings", "Standings"],
  ["/statistics", "Statistics"],
  ["/learn", "Learn"],
  ["/rules", "Rules"],
  ["/check", "Check"],
  ["/settings", "Settings"],
];

const TITLES: [string, string][] = [...LINKS, ["/players", "Players"], ["/friend", "Play with a friend"]];

function NotFound(): ComponentChild {
  return (
    <main id="main" tabIndex={-1} class="friend">
      <h1>{t("Page not found")}</h1>
      <p>{t("This address leads nowhere. It may be mistyped or outdated.")}</p>
      <p class="buttons"><a class="button primary" href="/">{t("Home")}</a> <a class="button" href="/lobby">{t("Lobby")}</a> <a class="button" href="/rules">{t("Rules")}</a></p>
    </main>
  );
}

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
    case "learn": return <LearnPage key={second} game={second} />;
    case "settings": return <SettingsPage />;
    case "friend": return <FriendPage />;
    default: return <NotFound />;
  }
}

/** The links between pages; on narrow screens a button opens them. */
function Header({ path }: { path: string }): ComponentChild {
  const open = useSignal(false);
  useEffect(() => {
    open.value = false;
  }, [path]);
  return (
    <header class="site-header">
      <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28" /> Clio</a>
      <button class="menu" aria-expanded={open.value} aria-controls="pages" onClick={() => (open.value = !open.value)}>{t("Menu")}</button>
      <nav id="pages" class={open.value ? "open" : undefined} aria-label={t("Pages")}>
        {LINKS.slice(1).map(([link, name]) => (
          <a href={link} aria-current={path === link || path.startsWith(`${link}/`) ? "page" : undefined}>{t(name)}</a>
        ))}
      </nav>
    </header>
  );
}

function Footer(): ComponentChild {
  const [other, name]: [Language, string] = language.value === "en" ? ["es", "Español"] : ["en", "English"];
  const change = (): void => {
    language.value = other;
    void loadLanguage();
  };
  return (
    <footer class="site-footer">
      <a href="/friend">{t("Play with a friend")}</a>
      <a href="/players">{t("Players")}</a>
      <button class="link" lang={other} onClick={change}>{name}</button>
    </footer>
  );
}

export function App(): ComponentChild {
  const path = location_.value.pathname;
  useSignalEffect(() => {
    const path = location_.value.pathname;
    if (path.startsWith("/m/")) return;
    const [, title = "Page not found"] = TITLES.find(([link]) => path === link || (link !== "/" && path.startsWith(`${link}/`))) ?? [];
    document.title = `${t(title)} · Clio`;
  });
  return (
    <>
      <a class="skip" href="#main">{t("Skip to content")}</a>
      <Header path={path} />
      <Suspense fallback={<main id="main" tabIndex={-1}><p class="quiet">{t("Loading …")}</p></main>}>
        <Page path={path} />
      </Suspense>
      <Footer />
      <Announcements />
    </>
  );
}
