import { parentPort, workerData } from 'node:worker_threads'
import type { SensitiveRule } from '#shared/domain/sensitiveWords.ts'
import { toWire } from '#shared/errors/index.ts'
import type { ThreadResult } from '#server/runInThread.ts'
import { type CleanFacts, type Outcome, type SentText, processTexts } from './textFacts.ts'

/** The thread's input. */
export interface TextsJob {
  texts: readonly SentText[]
  rules: readonly SensitiveRule[] | null
}

function runJob({ texts, rules }: TextsJob): ThreadResult<Outcome<CleanFacts>[]> {
  try {
    return { result: processTexts(texts, rules) }
  } catch (error) {
    return { error: toWire(error) }
  }
}

parentPort?.postMessage(runJob(workerData as TextsJob))
