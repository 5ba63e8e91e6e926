import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CodeInput } from './CodeInput.tsx'

it('is a text area in tests, whoever shows it', async () => {
  render(<CodeInput label="忽略规则" value="*.log" onChange={() => undefined} />)
  expect(await screen.findByDisplayValue('*.log')).toHaveProperty('tagName', 'TEXTAREA')
  expect(document.querySelector('.monaco-editor')).toBeNull()
})
