// Vitest runs this before each test file.
import { afterAll } from 'vitest'
import { closeFile } from './closing.ts'

afterAll(closeFile)
