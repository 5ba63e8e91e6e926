import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

/** Of the accounts that are remembered. */
const MOST = 200

/** Does the form of an entry fill the window? Kept on this computer for each account. */
export function useWideForm(): { wide: boolean; setWide: (wide: boolean) => void } {
  const kept = useRead('settings.get', {}, { quiet: true }).data?.wideForms ?? []
  const session = useSession()
  const save = useWrite('settings.set', { success: false })
  const account = `${session?.connection?.id ?? ''} ${session?.username ?? ''}`
  const setWide = (wide: boolean): void => {
    const others = kept.filter((each) => each !== account)
    save.mutate({ wideForms: wide ? [...others, account].slice(-MOST) : others })
  }
  return { wide: kept.includes(account), setWide }
}
