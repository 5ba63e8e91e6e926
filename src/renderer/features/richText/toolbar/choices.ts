/** Fonts of Chinese pages, each with its names on the systems that have it. */
const FONTS = [
  ['宋体', 'SimSun, 宋体, STSong, serif'],
  ['黑体', 'SimHei, 黑体, STHeiti, sans-serif'],
  ['微软雅黑', 'Microsoft YaHei, 微软雅黑, PingFang SC, sans-serif'],
  ['楷体', 'KaiTi, 楷体, STKaiti, serif'],
  ['仿宋', 'FangSong, 仿宋, STFangsong, serif'],
  ['仿宋_GB2312', '仿宋_GB2312, FangSong, 仿宋, STFangsong, serif'],
  ['Arial', 'Arial, sans-serif'],
  ['Times New Roman', 'Times New Roman, serif'],
] as const

export const FONT_OPTIONS = [
  { value: '', title: '默认字体' },
  ...FONTS.map(([title, value]) => ({ value, title, style: { fontFamily: value } })),
]

/** The first name of a family, without quotes. */
const firstOf = (family: string): string => (family.split(',')[0] ?? '').replace(/["']/g, '').trim().toLowerCase()

/** The option for a font family; '' for none. */
export const fontOption = (family: string): string =>
  family === ''
    ? ''
    : (FONTS.find(([, value]) =>
        value.split(',').some((name, at) => at < 2 && firstOf(name) === firstOf(family)),
      )?.[1] ?? family)

const POINTS = [
  ['初号', 42],
  ['小初', 36],
  ['一号', 26],
  ['小一', 24],
  ['二号', 22],
  ['小二', 18],
  ['三号', 16],
  ['小三', 15],
  ['四号', 14],
  ['小四', 12],
  ['五号', 10.5],
  ['小五', 9],
] as const
const PIXELS = [12, 14, 15, 16, 17, 18, 20, 22, 24, 28, 32, 36, 48]

export const SIZE_OPTIONS = [
  { value: '', title: '默认字号' },
  ...PIXELS.map((px) => ({ value: `${px}px`, title: `${px}px` })),
  ...POINTS.map(([title, points]) => ({ value: `${points}pt`, title: `${title}（${points}pt）` })),
]

export const LINE_HEIGHTS = [
  { value: '', title: '默认行距' },
  ...['1', '1.25', '1.5', '1.75', '2', '2.5', '3'].map((value) => ({ value, title: `${value} 倍` })),
]

export const HEADING_OPTIONS = [
  { value: '0', title: '正文' },
  ...['一', '二', '三', '四', '五', '六'].map((title, at) => ({ value: String(at + 1), title: `标题${title}` })),
]

/** The palette: greys, then light to dark of each hue. */
export const COLORS: readonly string[] = `
  #000000 #404040 #7f7f7f #a6a6a6 #d9d9d9 #f2f2f2 #ffffff #c00000
  #ff0000 #ff8c00 #ffc000 #ffff00 #92d050 #00b050 #00b0f0 #0070c0
  #002060 #7030a0 #f8cbad #ffe699 #c6e0b4 #bdd7ee #b4c7e7 #d9c3e6
`
  .trim()
  .split(/\s+/)
