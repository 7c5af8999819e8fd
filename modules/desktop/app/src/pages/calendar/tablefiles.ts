// Which of the files that are dropped are tables, also those that Crier says cannot be read.
const tables = /\.(csv|tsv|txt|json|xlsx?|ods|numbers)$/i

export const isTable = (file: File): boolean => tables.test(file.name)

/** Whether something is carried that is neither a picture nor a video. What it is shows when it is dropped. */
export const mayBeTable = (items: DataTransferItemList | undefined): boolean =>
  [...(items ?? [])].some((item) => item.kind === 'file' && !/^(image|video)\//.test(item.type))
