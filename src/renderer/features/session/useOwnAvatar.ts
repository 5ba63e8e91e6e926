import { useSyncExternalStore } from 'react'
import { useSession } from '#renderer/data/useSession.ts'
import { createObservable } from '#shared/util/observable.ts'

/** C·§2: the cropped picture is not saved in the database and is gone after the page is loaded again. */
const ownAvatar = createObservable<{ account: string; image: string } | null>(null)

/** The picture that the account has chosen in this window, as a data URL; '' for none. */
export function useOwnAvatar(): { image: string; set: (image: string) => void } {
  const session = useSession()
  const avatar = useSyncExternalStore(ownAvatar.subscribe, ownAvatar.get)
  const account = `${session?.connection?.id ?? ''} ${session?.username ?? ''}`
  return {
    image: avatar?.account === account ? avatar.image : '',
    set: (image) => ownAvatar.set(image === '' ? null : { account, image }),
  }
}
