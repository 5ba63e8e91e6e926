import { useEffect } from 'react'
import { useHostReach } from '#renderer/data/hostReach.ts'
import { handOver } from '#renderer/features/drafts/browserDrafts.ts'

/** Gives what the browser kept while the host was away to it, as soon as the account works with it again. */
export function useHandOver(identity: string): void {
  const reach = useHostReach()
  useEffect(() => {
    if (reach === 'ok') void handOver(identity)
  }, [identity, reach])
}
