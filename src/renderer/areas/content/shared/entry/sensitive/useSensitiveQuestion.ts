import { useState } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { showError } from '#renderer/data/errors.ts'
import { hitsOf } from './hits.ts'

type SensitiveAsked = 'publish' | 'restore'

/** Sensitive words in content that would become public, with a function to continue. */
export interface SensitiveQuestion {
  what: SensitiveAsked
  hits: readonly SensitiveHit[]
  accept: () => void
}

/**
 * Asks before publishing or restoring content with sensitive words. `attempt` runs the call; a refusal because of sensitive
 * words leads to the question, other errors are shown.
 */
export function useSensitiveQuestion() {
  const [question, setQuestion] = useState<SensitiveQuestion | null>(null)
  const attempt = async (
    run: (acceptSensitive: boolean) => Promise<unknown>,
    what: SensitiveAsked = 'publish',
  ): Promise<void> => {
    try {
      await run(false)
    } catch (error) {
      const hits = hitsOf(error)
      if (!hits) return showError(error)
      // A refusal of the accepted second try is shown as an error, not asked about again.
      setQuestion({ what, hits, accept: () => void run(true).catch(showError) })
    }
  }
  return { question, attempt, close: () => setQuestion(null) }
}
