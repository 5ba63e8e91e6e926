import { useState } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { showError } from '#renderer/data/errors.ts'
import { hitsOf } from './hits.ts'

/** Words that stand in what was to be published, and how to go on all the same. */
export interface SensitiveQuestion {
  hits: readonly SensitiveHit[]
  accept: () => void
}

/**
 * Publishing asks first when sensitive words stand in it. `attempt` publishes; what is refused for them is asked, any
 * other refusal shown.
 */
export function useSensitiveQuestion() {
  const [question, setQuestion] = useState<SensitiveQuestion | null>(null)
  const attempt = async (publish: (acceptSensitive: boolean) => Promise<unknown>): Promise<void> => {
    try {
      await publish(false)
    } catch (error) {
      const hits = hitsOf(error)
      if (!hits) return showError(error)
      // A second refusal is no question any more.
      setQuestion({ hits, accept: () => void publish(true).catch(showError) })
    }
  }
  return { question, attempt, close: () => setQuestion(null) }
}
