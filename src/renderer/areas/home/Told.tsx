import type { ReactNode } from 'react'
import type { Overview } from '#shared/contract/home.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'

/** What the cards get of the page's one call. */
export interface OverviewRead {
  data: Overview
  isPending: boolean
  error: Error | null
  retry: () => void
}

/** A card's content, once the call has answered. */
export function Told({ isPending, error, retry, children }: OverviewRead & { children: ReactNode }) {
  if (error) return <ErrorState error={error} onRetry={retry} />
  return isPending ? <LoadingState /> : children
}
