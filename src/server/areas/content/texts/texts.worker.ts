import { parentPort, workerData } from 'node:worker_threads'
import type { SensitiveRule } from '#shared/domain/sensitiveWords.ts'
import { toWire } from '#shared/errors/index.ts'
import type { ThreadAnswer } from '#server/thread.ts'
import { type CleanFacts, type Outcome, type SentText, workOn } from './textFacts.ts'

/** The thread's input. */
export interface TextsJob {
  texts: readonly SentText[]
  rules: readonly SensitiveRule[] | null
}

function answer({ texts, rules }: TextsJob): ThreadAnswer<Outcome<CleanFacts>[]> {
  try {
    return { result: workOn(texts, rules) }
  } catch (error) {
    return { error: toWire(error) }
  }
}

parentPort?.postMessage(answer(workerData as TextsJob))
