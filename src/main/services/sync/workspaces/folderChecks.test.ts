import { expect, test } from 'vitest'
import { inCloudDrive } from './folderChecks.ts'

test('[S38] cloud drives are recognised by their usual names', () => {
  for (const path of ['C:\\Users\\li\\OneDrive\\site', '/Users/li/Library/Mobile Documents/x', '/home/li/坚果云/x']) {
    expect(inCloudDrive(path)).toBe(true)
  }
  expect(inCloudDrive('/home/li/sites/portfolio')).toBe(false)
})
