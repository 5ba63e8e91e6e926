/** Fonts of official documents that readers seldom have, and their substitutes on Windows, macOS and Linux. */
const FALLBACKS: readonly (readonly [RegExp, string])[] = [
  [/仿宋|fangsong/i, 'FangSong, 仿宋, STFangsong, serif'],
  [/楷体|kaiti|楷书/i, 'KaiTi, 楷体, STKaiti, serif'],
  [
    /小标宋|大标宋|书宋|报宋|宋体|宋_gb|simsun|nsimsun|songti|思源宋|source han serif|noto serif/i,
    'SimSun, 宋体, STSong, serif',
  ],
  [/隶书|lisu/i, 'LiSu, 隶书, KaiTi, STKaiti, serif'],
  [/雅黑|yahei/i, 'Microsoft YaHei, 微软雅黑, PingFang SC, sans-serif'],
  [
    /黑体|黑_gb|simhei|heiti|等线|dengxian|兰亭黑|思源黑|source han sans|noto sans cjk/i,
    'SimHei, 黑体, STHeiti, sans-serif',
  ],
]

const normalizeName = (name: string): string => name.replace(/["']/g, '').trim().toLowerCase()
const GENERIC = /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui)$/

/** Appends fonts that readers have to a font family; unknown families are unchanged. */
export function withFallbacks(family: string): string {
  const names = family.split(',').map((name) => name.trim())
  const first = normalizeName(names[0] ?? '')
  const more = FALLBACKS.find(([pattern]) => pattern.test(first))?.[1]
  if (!more || names.some((name) => GENERIC.test(normalizeName(name)))) return family
  const known = new Set(names.map(normalizeName))
  return [...names.filter(Boolean), ...more.split(', ').filter((name) => !known.has(normalizeName(name)))].join(', ')
}
