import type { SelfTestReport } from '#shared/contract/selfTest.ts'
import { OUTCOME_TITLES, summarizeSelfTest } from '#shared/domain/selfTest.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** The report as a text for a person. */
export function describeReport(report: SelfTestReport): string {
  const { version, host, system, startedAt, points } = report
  return [
    `站匠自检报告  版本 ${version}（${host === 'electron' ? '桌面程序' : '浏览器方式'}）`,
    `系统：${system}`,
    `时间：${formatDateTime(new Date(startedAt))}`,
    '',
    ...points.map(
      ({ title, outcome, detail, ms }) =>
        `[${OUTCOME_TITLES[outcome]}] ${title}（${ms} 毫秒）${detail ? `：${detail}` : ''}`,
    ),
    '',
    summarizeSelfTest(report),
    '',
  ].join('\n')
}

/** Did all that can be checked here pass? */
export const isSound = ({ isFinished, points }: SelfTestReport): boolean =>
  isFinished && points.every(({ outcome }) => outcome !== 'failed')
