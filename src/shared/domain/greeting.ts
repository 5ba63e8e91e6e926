/** The greeting of an hour of the day, 0..23 (A·§9, C·§9; contradictions.md 22). */
export function greeting(hour: number): string {
  if (hour < 8) return '早上好'
  if (hour <= 11) return '上午好'
  if (hour <= 13) return '中午好'
  if (hour < 18) return '下午好'
  return '晚上好'
}
