import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

export const CARDS = ['tasks', 'quick', 'recent', 'drafts', 'published', 'workspaces', 'sites', 'server'] as const
export type CardId = (typeof CARDS)[number]

/** Accounts whose layout is stored on this computer. */
const MAX_ACCOUNTS = 200

export interface HomeCards {
  /** Every card that the account may use, in the account's order. */
  order: readonly CardId[]
  hidden: ReadonlySet<CardId>
  arrange: (order: readonly CardId[], hidden: ReadonlySet<CardId>) => void
  /** Restores the default order and shows all cards. */
  reset: () => void
}

/** The cards in the saved order; cards that are missing from the saved order follow in the default order. */
export function applySavedOrder(defaultOrder: readonly CardId[], savedOrder: readonly string[]): CardId[] {
  const known = savedOrder.filter((id): id is CardId => defaultOrder.some((each) => each === id))
  return [...known, ...defaultOrder.filter((id) => !known.includes(id))]
}

/**
 * Which cards the home page shows and in which order; this computer stores the choice for each account.
 * @param defaultOrder the cards that the account may use, in the default order
 */
export function useHomeCards(defaultOrder: readonly CardId[]): HomeCards {
  const savedLayouts = useRead('settings.get', {}, { quiet: true }).data?.homeCards ?? []
  const session = useSession()
  const save = useWrite('settings.set', { success: false })
  const account = `${session?.connection?.id ?? ''} ${session?.username ?? ''}`
  const savedLayout = savedLayouts.find((each) => each.account === account)
  const otherLayouts = savedLayouts.filter((each) => each.account !== account)
  return {
    order: applySavedOrder(defaultOrder, savedLayout?.order ?? []),
    hidden: new Set(defaultOrder.filter((id) => savedLayout?.hidden.includes(id))),
    arrange: (order, hidden) =>
      save.mutate({
        homeCards: [...otherLayouts, { account, order: [...order], hidden: [...hidden] }].slice(-MAX_ACCOUNTS),
      }),
    reset: () => save.mutate({ homeCards: otherLayouts }),
  }
}
