import type { SelfTestPoint, SelfTestReport } from '../contract/selfTest.ts'

/** Display texts of the outcomes of a check. */
export const OUTCOME_TITLES: Record<SelfTestPoint['outcome'], string> = {
  passed: '通过',
  failed: '失败',
  impossible: '本机无法检查',
}

/** Summarises the number of checks per outcome in one sentence. */
export function summarizeSelfTest({ points, isFinished }: SelfTestReport): string {
  const counts = (['passed', 'failed', 'impossible'] as const).map(
    (outcome) => `${OUTCOME_TITLES[outcome]} ${points.filter((each) => each.outcome === outcome).length} 项`,
  )
  return `${counts.join('，')}${isFinished ? '' : '，未完成'}`
}
