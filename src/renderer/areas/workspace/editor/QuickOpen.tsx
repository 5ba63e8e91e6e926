import { useDeferredValue, useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { kindOf } from '#renderer/features/fileEditor/fileKinds.ts'
import { type Named, NamePicker } from '#renderer/ui/search/NamePicker.tsx'

interface Props {
  id: string
  onOpen: (path: string) => void
  onClose: () => void
}

/** Ctrl/Cmd+P: opens a file of the workspace by a part of its name. */
export function QuickOpen({ id, onOpen, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const { data } = useRead('localFiles.find', { id, text }, { quiet: true, keepPrevious: true })
  const none = data?.of === 0 ? '这个工作区里还没有文件' : `没有名称里有“${text.trim()}”的文件`
  return (
    <NamePicker
      title="按名称打开文件"
      field="文件名"
      placeholder="输入文件名的一部分"
      listName="文件"
      typed={typed}
      onType={setTyped}
      items={(data?.paths ?? []).map(named)}
      none={data ? none : ''}
      onChoose={({ key }) => onOpen(key)}
      onClose={onClose}
    />
  )
}

function named(path: string): Named {
  const cut = path.lastIndexOf('/')
  const name = path.slice(cut + 1)
  const { icon } = kindOf({ name, folder: false })
  return { key: path, title: name, note: path.slice(0, Math.max(cut, 0)), icon, label: path }
}
