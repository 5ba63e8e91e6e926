/** Initials are made of at most this many characters of a name. */
const MAX_NAME_LENGTH = 254

const preloaded = new Map<string, string>()

/** Caches known initials of names, so that `computeInitials` need not load the dictionary for them. */
export function preloadInitials(initials: Readonly<Record<string, string>>): void {
  for (const [name, letters] of Object.entries(initials)) preloaded.set(name, letters)
}

/**
 * The pinyin initials of names, lower case, with letters and digits unchanged: `hyzb2024` for 海洋周报2024. The word
 * around a character decides between its readings.
 */
export async function computeInitials(names: readonly string[]): Promise<string[]> {
  const told = names.map((name) => preloaded.get(name))
  if (told.every((letters) => letters !== undefined)) return told
  // Imported on first use, because the dictionary costs 50 ms and 300 kB.
  const { pinyin } = await import('pinyin-pro')
  return names.map((name) => {
    const letters = pinyin(name.slice(0, MAX_NAME_LENGTH), { pattern: 'first', toneType: 'none', type: 'array' })
    return letters
      .join('')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  })
}

/** The search text as initials; null unless it consists of two or more letters or digits. */
export function parseInitials(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  return /^[a-z0-9]{2,}$/.test(text) ? text : null
}
