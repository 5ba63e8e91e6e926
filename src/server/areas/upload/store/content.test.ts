import { describe, expect, it } from 'vitest'
import { contradictsName } from './content.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const SAMPLES = {
  png: bytes('\x89PNG\r\n\x1a\n'),
  zip: bytes('PK\x03\x04 word/document.xml'),
  ole: bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  pdf: bytes('%PDF-1.7'),
  mp4: bytes('\0\0\0\x20ftypisom'),
  webm: bytes('\x1a\x45\xdf\xa3'),
  ogg: bytes('OggS'),
  wav: bytes('RIFF\x10\0\0\0WAVEfmt '),
  mp3: bytes('ID3\x04'),
  gz: bytes('\x1f\x8b\x08'),
  rar: bytes('Rar!\x1a\x07\0'),
  exe: bytes('MZ\x90\0'),
  elf: bytes('\x7fELF\x02'),
  script: bytes('#!/bin/sh\n'),
  text: Buffer.from('<!doctype html><title>首页</title>'),
  empty: Buffer.alloc(0),
}

describe('what a file really is', () => {
  it.each([
    ['报告.docx', 'zip'],
    ['报告.doc', 'ole'],
    ['报告.doc', 'zip'],
    ['报表.xls', 'ole'],
    ['报表.xls', 'text'],
    ['a.zip', 'zip'],
    ['a.rar', 'rar'],
    ['a.gz', 'gz'],
    ['a.pdf', 'pdf'],
    ['a.mp4', 'mp4'],
    ['a.webm', 'webm'],
    ['a.ogg', 'ogg'],
    ['a.wav', 'wav'],
    ['a.mp3', 'mp3'],
    ['a.html', 'text'],
    ['a.zip', 'empty'],
  ] as const)('%s may hold %s', (name, sample) => {
    expect(contradictsName(name, SAMPLES[sample])).toBe(false)
  })
  it.each([
    ['a.pdf', 'exe'],
    ['a.zip', 'elf'],
    ['a.mp4', 'exe'],
    ['a.js', 'script'],
    ['a.css', 'exe'],
    ['a.pdf', 'png'],
    ['a.mp3', 'zip'],
    ['a.html', 'zip'],
    ['a.docx', 'pdf'],
    ['a.mp4', 'webm'],
  ] as const)('%s may not hold %s', (name, sample) => {
    expect(contradictsName(name, SAMPLES[sample])).toBe(true)
  })
})
