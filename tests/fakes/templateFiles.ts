import { AppError } from '#shared/errors/index.ts'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import type { FakeBridge } from './bridge.ts'

const TIME = '2026-01-02 03:04:05'
const split = (path: string): [folder: string, name: string] => {
  const cut = path.lastIndexOf('/')
  return [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)]
}

/** The files of templates in memory, answering the file calls of a FakeBridge as the server does. */
export class TemplateFiles {
  /** Content by path; a folder is null. */
  readonly files = new Map<string, string | null>()

  constructor(files: Record<string, string | null>) {
    for (const [path, content] of Object.entries(files)) this.write(path, content)
  }

  write(path: string, content: string | null): void {
    for (let [parent] = split(path); parent; [parent] = split(parent)) {
      if (!this.files.has(parent)) this.files.set(parent, null)
    }
    this.files.set(path, content)
  }

  hash(path: string): string {
    return `hash of ${this.files.get(path)}`
  }

  list(folder: string): FileEntry[] {
    const paths = [...this.files.keys()].filter((path) => split(path)[0] === folder)
    return paths.map((path) => this.#entry(path)).sort((a, b) => Number(b.folder) - Number(a.folder))
  }

  /** Answers the calls of this map's files from now on. */
  serve(host: FakeBridge): FakeBridge {
    return host
      .on('templateFile.list', ({ path }) => this.list(path))
      .on('templateFile.open', ({ path, openFileName }) => {
        const file = `${path}/${openFileName}`
        const content = this.#text(file)
        return { content, encoding: 'gbk', hash: this.hash(file), updateTime: TIME }
      })
      .on('templateFile.save', ({ path, saveFileName, content, expectedHash }) => {
        const file = `${path}/${saveFileName}`
        this.#text(file)
        if (expectedHash !== undefined && expectedHash !== this.hash(file))
          throw new AppError('conflict', '已被别人修改')
        this.write(file, content)
        return { hash: this.hash(file), updateTime: TIME }
      })
      .on('templateFile.newFile', ({ path, filename }) => this.#make(`${path}/${filename}`, ''))
      .on('templateFile.newFolder', ({ path, folderName }) => this.#make(`${path}/${folderName}`, null))
      .on('templateFile.remove', ({ path, deleteFileName }) => {
        for (const each of this.files.keys()) {
          const gone = `${path}/${deleteFileName}`
          if (each === gone || each.startsWith(`${gone}/`)) this.files.delete(each)
        }
        return null
      })
      .on('templateFile.rename', ({ path, sourceFileName, rename }) => {
        const content = this.files.get(`${path}/${sourceFileName}`) ?? null
        this.files.delete(`${path}/${sourceFileName}`)
        return this.#make(`${path}/${rename}`, content)
      })
      .on('templateFile.unzip', () => null)
  }

  #make(path: string, content: string | null): null {
    if (this.files.has(path)) throw new AppError('conflict', `“${split(path)[1]}”已存在，请换一个名称`)
    this.write(path, content)
    return null
  }

  #text(path: string): string {
    const content = this.files.get(path)
    if (typeof content !== 'string') throw new AppError('not-found', `“${path}”已不在服务器上`)
    return content
  }

  #entry(path: string): FileEntry {
    const content = this.files.get(path) ?? null
    const name = split(path)[1]
    const folder = content === null
    const size = content?.length ?? 0
    return { name, path, folder, file: !folder, zip: name.endsWith('.zip'), size, updateTime: TIME }
  }
}
