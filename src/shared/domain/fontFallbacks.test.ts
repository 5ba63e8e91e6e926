import { expect, it } from 'vitest'
import { withFallbacks } from './fontFallbacks.ts'

it.each([
  ['仿宋_GB2312', '仿宋_GB2312, FangSong, 仿宋, STFangsong, serif'],
  ['"楷体_GB2312"', '"楷体_GB2312", KaiTi, 楷体, STKaiti, serif'],
  ['方正小标宋简体', '方正小标宋简体, SimSun, 宋体, STSong, serif'],
  ['方正小标宋_GBK, 宋体', '方正小标宋_GBK, 宋体, SimSun, STSong, serif'],
  ['方正黑体简体', '方正黑体简体, SimHei, 黑体, STHeiti, sans-serif'],
  ['微软雅黑', '微软雅黑, Microsoft YaHei, PingFang SC, sans-serif'],
  ['宋体', '宋体, SimSun, STSong, serif'],
  ['等线', '等线, SimHei, 黑体, STHeiti, sans-serif'],
])('%s has fonts behind it that readers have', (family, whole) => {
  expect(withFallbacks(family)).toBe(whole)
  expect(withFallbacks(whole)).toBe(whole)
})

it.each(['Arial', 'FangSong, serif', '"Times New Roman"', ''])('%s stays as it is', (family) => {
  expect(withFallbacks(family)).toBe(family)
})
