import {
  type BrowserWindow,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron'

/** The context menu for text, where the page has none of its own. */
export function attachContextMenu(window: BrowserWindow): void {
  const page = window.webContents
  page.on('context-menu', (_event, params) => {
    const items = createMenuItems(params, page)
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

function createMenuItems(
  params: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions'>,
  page: Pick<WebContents, 'replaceMisspelling' | 'session'>,
): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, misspelledWord, dictionarySuggestions } = params
  const copy: MenuItemConstructorOptions = { role: 'copy', label: '复制' }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  const corrections = dictionarySuggestions.map((word) => ({ label: word, click: () => page.replaceMisspelling(word) }))
  const learn: MenuItemConstructorOptions = {
    label: '添加到词典',
    click: () => void page.session.addWordToSpellCheckerDictionary(misspelledWord),
  }
  const line: MenuItemConstructorOptions = { type: 'separator' }
  return [
    ...(misspelledWord === '' ? [] : [...corrections, learn, line]),
    { role: 'undo', label: '撤销' },
    { role: 'redo', label: '重做' },
    line,
    { role: 'cut', label: '剪切' },
    copy,
    { role: 'paste', label: '粘贴' },
    { role: 'pasteAndMatchStyle', label: '粘贴为纯文本' },
    line,
    { role: 'selectAll', label: '全选' },
  ]
}
