import { useState } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { showError } from '#renderer/data/errors.ts'
import { hitsOf } from './hits.ts'

type SensitiveAsked = 'publish' | 'restore'

/** Words that stand in what was to become public, and how to go on all the same. */
export interface SensitiveQuestion {
  what: SensitiveAsked
  hits: readonly SensitiveHit[]
  accept: () => void
}

/**
 * Publishing and restoring ask first when sensitive words stand in what becomes public. `attempt` does it; what is
 * refused for them is asked, any other refusal shown.
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
