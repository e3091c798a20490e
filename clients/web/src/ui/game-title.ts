/** The name of a game by its id, as people write it. */
export function gameTitle(game: string): string {
  return game.charAt(0).toUpperCase() + game.slice(1);
}
