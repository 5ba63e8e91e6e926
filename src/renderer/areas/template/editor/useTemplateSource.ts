import { useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import type { FileLocation, FileSource, SourceWords, StoredText } from '#renderer/features/fileEditor/source.ts'

const read = async ({ path, name }: FileLocation): Promise<StoredText> =>
  (await call('templateFile.open', { path, openFileName: name })).data

/** The files of templates on the server. */
export function useTemplateSource(): FileSource {
  const { mutateAsync: save } = useWrite('templateFile.save', { quiet: true })
  const { mutateAsync: create } = useWrite('templateFile.newFile', { quiet: true, success: false })
  const [source] = useState<FileSource>(() => {
    const write: FileSource['write'] = async ({ path, name }, text) =>
      (await save({ path, saveFileName: name, ...text })).data?.hash ?? ''
    return {
      draftKey: (key) => `template/${key}`,
      read,
      write,
      async recreate(place, text) {
        await create({ path: place.path, filename: place.name })
        const { hash } = await read(place)
        return write(place, { ...text, expectedHash: hash })
      },
      words: WORDS,
    }
  })
  return source
}

const WORDS: SourceWords = {
  unsaved: (key) => `模板文件 ${key}`,
  notices: {
    gone: { title: '服务器上已没有这个文件', text: '已被删除或改名，您编辑的内容还在这里。' },
    newer: {
      title: '服务器上已有新版本',
      text: '又被别人保存过（或您在另一台电脑上）。您在这里的修改没有丢失，比较后再决定保留哪一个。',
    },
    synced: {
      title: '本机同步文件夹里的修改已更新到服务器',
      text: '是您在这台电脑的同步文件夹里改的，没有别人的修改。您在这里的修改没有丢失，比较后再决定保留哪一个。',
    },
  },
  conflict: (synced) =>
    `打开之后，这个文件又被保存过（${synced ? '是您在本机的同步文件夹里改的，没有别人的修改' : '被别人，或您在别处'}）。您在这里的内容还没有保存，请选择保留哪一个。`,
  theirs: '服务器上的版本',
  takeTheirs: '用服务器',
  mergeHint: '在右侧编辑合并结果：点两侧之间的箭头可以逐处采用服务器的内容，完成后保存。',
  draftIsOlder: '暂存之后，这个文件在服务器上又有了新的版本；恢复后可以比较两个版本，再决定保留哪一个。',
}
