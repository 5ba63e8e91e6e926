const TABS = ['files', 'conflicts', 'history', 'check', 'log', 'trash'] as const
/** A tab of the workspace's details, by its name in the address. */
export type TabId = (typeof TABS)[number]

/** The tab that an address names; the files without a name. */
export const tabOf = (name: string | null): TabId => TABS.find((id) => id === name) ?? 'files'
