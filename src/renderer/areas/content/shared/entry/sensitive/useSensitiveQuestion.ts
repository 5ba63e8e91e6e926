import { useState } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { showError } from '#renderer/data/errors.ts'
import { readHits } from './hits.ts'

type SensitiveAction = 'publish' | 'restore'

/** Sensitive words in content that would become public, with a function to continue. */
export interface SensitiveQuestion {
  what: SensitiveAction
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
    what: SensitiveAction = 'publish',
  ): Promise<void> => {
    try {
      await run(false)
    } catch (error) {
      const hits = readHits(error)
      if (!hits) return showError(error)
      // A refusal of the accepted second try is shown as an error, not asked about again.
      setQuestion({ what, hits, accept: () => void run(true).catch(showError) })
    }
  }
  return { question, attempt, close: () => setQuestion(null) }
}
