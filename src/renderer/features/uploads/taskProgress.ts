import type { UploadTask } from '#shared/contract/uploads.ts'
import { formatBytes } from '#shared/util/bytes.ts'

/**
 * Remaining time: `剩余 12 秒`, `剩余 3 分 20 秒`, `剩余 1 小时 5 分`; '' while unknown.
 * @param seconds null while unknown
 */
function remainingText(seconds: number | null): string {
  if (seconds === null) return ''
  const whole = Math.max(Math.round(seconds), 1)
  if (whole < 60) return `剩余 ${whole} 秒`
  if (whole < 3600) return `剩余 ${Math.floor(whole / 60)} 分 ${whole % 60} 秒`
  return `剩余 ${Math.floor(whole / 3600)} 小时 ${Math.floor((whole % 3600) / 60)} 分`
}

/**
 * `3.2 MB/s`; '' for 0.
 * @param speed bytes per second
 */
const speedText = (speed: number): string => (speed > 0 ? `${formatBytes(Math.round(speed))}/s` : '')

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(' · ')

/** Speed and remaining time of one upload or of all. */
export const paceText = ({ speed, remaining }: { speed: number; remaining: number | null }): string =>
  joined([speedText(speed), remainingText(remaining)])

/** Whole percent of bytes; an empty file is 0 until it is done. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.min(Math.floor((part / whole) * 100), 100) : 0

/** An upload's state in Chinese. */
export function stateText(task: UploadTask): string {
  const { state, size, sent } = task
  switch (state.step) {
    case 'waiting':
      return joined(['等待中', formatBytes(size)])
    case 'hashing':
      return joined([`正在校验 ${percentOf(state.done, size)}%`, formatBytes(size)])
    case 'sending':
      return joined([`${formatBytes(sent)} / ${formatBytes(size)}`, paceText(task)])
    case 'registering':
      return joined(['正在登记', formatBytes(size)])
    case 'paused':
      return joined(['已暂停', `${formatBytes(sent)} / ${formatBytes(size)}`])
    case 'held':
      return joined([state.reason === 'signed-out' ? '等待登录' : '等待网络', state.message])
    case 'failed':
      return state.message
    case 'done':
      return joined(['已上传', formatBytes(size)])
  }
}
