import type { Session } from 'electron'

/** There is no dictionary of Chinese words, so of all texts the English words are checked. */
const LANGUAGES = ['en-US']

/**
 * Checks the spelling of what is written, or stops. Only when it begins, and but for macOS, which has its own, does
 * Chromium fetch the dictionary from its maker.
 */
export function checkSpelling(session: Session, on: boolean, platform: NodeJS.Platform): void {
  // macOS finds out the language by itself, and throws nothing away when told.
  if (on && platform !== 'darwin') session.setSpellCheckerLanguages(LANGUAGES)
  session.setSpellCheckerEnabled(on)
}
