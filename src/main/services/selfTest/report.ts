import type { SelfTestPoint, SelfTestReport } from '#shared/contract/selfTest.ts'
import { formatDateTime } from '#shared/util/dates.ts'

const OUTCOMES: Record<SelfTestPoint['outcome'], string> = {
  passed: '通过',
  failed: '失败',
  impossible: '本机无法检查',
}

/** The report as a text for a person. */
export function describeReport({ version, host, system, startedAt, isFinished, points }: SelfTestReport): string {
  const count = (outcome: SelfTestPoint['outcome']): number => points.filter((each) => each.outcome === outcome).length
  return [
    `站匠自检报告  版本 ${version}（${host === 'electron' ? '桌面程序' : '浏览器方式'}）`,
    `系统：${system}`,
    `时间：${formatDateTime(new Date(startedAt))}`,
    '',
    ...points.map(
      ({ title, outcome, detail, ms }) => `[${OUTCOMES[outcome]}] ${title}（${ms} 毫秒）${detail ? `：${detail}` : ''}`,
    ),
    '',
    `通过 ${count('passed')} 项，失败 ${count('failed')} 项，本机无法检查 ${count('impossible')} 项${isFinished ? '' : '；自检没有完成'}`,
    '',
  ].join('\n')
}

/** Did all that can be checked here pass? */
export const isSound = ({ isFinished, points }: SelfTestReport): boolean =>
  isFinished && points.every(({ outcome }) => outcome !== 'failed')
