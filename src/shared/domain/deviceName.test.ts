import { expect, it } from 'vitest'
import { deviceName } from './deviceName.ts'

it.each([
  ['Sitecraft (Windows)', '站匠 · Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge · Windows',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604.1', 'Safari · iOS'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 MicroMessenger/8.0', '微信 · Android'],
  ['curl/8.9.1', 'curl/8.9.1'],
  ['', '未知设备'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
