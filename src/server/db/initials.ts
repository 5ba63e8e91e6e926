/** Longest part of a name that initials are made of, in characters. */
const LONGEST = 254

const known = new Map<string, string>()

/** Tells the initials of names, so that the dictionary is not loaded for these. */
export function tellInitials(initials: Readonly<Record<string, string>>): void {
  for (const [name, letters] of Object.entries(initials)) known.set(name, letters)
}

/**
 * The first letters of the syllables of names, lower case; letters and digits stand for themselves: `hyzb2024` for
 * 海洋周报2024. A character of several readings has that of the word it stands in.
 */
export async function initialsOf(names: readonly string[]): Promise<string[]> {
  const told = names.map((name) => known.get(name))
  if (told.every((letters) => letters !== undefined)) return told
  // 50 ms and 300 kB that a server does without until something is written or searched.
  const { pinyin } = await import('pinyin-pro')
  return names.map((name) => {
    const letters = pinyin(name.slice(0, LONGEST), { pattern: 'first', toneType: 'none', type: 'array' })
    return letters
      .join('')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  })
}

/** What was typed, as initials; null when it can't be any: they are letters and digits, two at least. */
export function typedInitials(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  return /^[a-z0-9]{2,}$/.test(text) ? text : null
}
