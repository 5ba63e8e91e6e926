const TABS = ['files', 'conflicts', 'history', 'check', 'log', 'trash'] as const
/** A part of a workspace, by its name in the address. */
export type TabId = (typeof TABS)[number]

/** The part that an address names; the files when it names none. */
export const tabOf = (name: string | null): TabId => TABS.find((id) => id === name) ?? 'files'
