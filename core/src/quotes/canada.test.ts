import { expect, test } from 'vitest'
import { isInCanada } from './canada.ts'

test.each([
  ['Québec', 46.81, -71.21],
  ['Montréal', 45.5, -73.57],
  ['Gatineau', 45.48, -75.7],
  ['Sherbrooke', 45.4, -71.89],
  ['Edmundston', 47.37, -68.33],
  ['Gaspé', 48.83, -64.48],
  ['Îles-de-la-Madeleine', 47.38, -61.87],
  ['Toronto', 43.65, -79.38],
  ['Windsor', 42.3, -83.0],
  ['Thunder Bay', 48.38, -89.25],
  ['Fort Frances', 48.61, -93.4],
  ['Akwesasne', 44.999, -74.65],
  ['Winnipeg', 49.9, -97.14],
  ['Vancouver', 49.28, -123.12],
  ['Victoria', 48.43, -123.37],
  ['Halifax', 44.65, -63.58],
  ['Saint-Jean (Terre-Neuve)', 47.56, -52.71],
  ['Iqaluit', 63.75, -68.52],
])('%s is in Canada', (_name, lat, lng) => {
  expect(isInCanada({ lat, lng })).toBe(true)
})

test.each([
  ['Boston', 42.36, -71.06],
  ['New York', 40.71, -74.01],
  ['Burlington', 44.48, -73.21],
  ['Buffalo', 42.75, -78.88],
  ['Seattle', 47.61, -122.33],
  ['Minneapolis', 44.98, -93.27],
  ['Bangor', 44.8, -68.77],
  ['Anchorage', 61.22, -149.9],
  ['Paris', 48.86, 2.35],
  ['nowhere', 0, 0],
])('%s is not', (_name, lat, lng) => {
  expect(isInCanada({ lat, lng })).toBe(false)
})
