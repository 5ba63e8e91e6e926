import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

/** Accounts whose choice is stored on this computer. */
const MAX_ACCOUNTS = 200

/** Whether entry forms fill the window; this computer stores the choice for each account. */
export function useWideForm(): { wide: boolean; setWide: (wide: boolean) => void } {
  const wideAccounts = useRead('settings.get', {}, { quiet: true }).data?.wideForms ?? []
  const session = useSession()
  const save = useWrite('settings.set', { success: false })
  const account = `${session?.connection?.id ?? ''} ${session?.username ?? ''}`
  const setWide = (wide: boolean): void => {
    const others = wideAccounts.filter((each) => each !== account)
    save.mutate({ wideForms: wide ? [...others, account].slice(-MAX_ACCOUNTS) : others })
  }
  return { wide: wideAccounts.includes(account), setWide }
}
