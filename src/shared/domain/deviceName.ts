const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/Sitecraft|站匠/i, '站匠'],
  [/Electron\//, '桌面程序'],
  [/Edg\//, 'Edge'],
  [/MicroMessenger\//, '微信'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^(node|undici)\b/i, '站匠'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS/i, '鸿蒙'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const findName = (names: typeof PROGRAMS, text: string): string => names.find(([shape]) => shape.test(text))?.[1] ?? ''

/** Program and system of a User-Agent header in Chinese; the start of an unknown header, 未知设备 for an empty one. */
export function deviceName(userAgent: string): string {
  const known = [findName(PROGRAMS, userAgent), findName(SYSTEMS, userAgent)].filter(Boolean).join(' · ')
  return known || userAgent.slice(0, 60) || '未知设备'
}
