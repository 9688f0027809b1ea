// SPDX-License-Identifier: MIT
// Surfaces of colliders, in 3D and as sections of 4D, enclose the volume of their shapes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sample, tumble } from './support.mjs';

const { createWorld, load } = tumble;

/** Volume within a closed surface: the sum of its tetrahedra with the origin, outside counted positive. */
function volumeOf({ positions }, { first, count }) {
  let volume = 0;
  for (let i = first * 9; i < (first + count) * 9; i += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = positions.subarray(i, i + 9);
    volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
  }
  return volume;
}

/** Volume of the surface of one shape on a body that is turned and moved. */
async function volumeOfShape(shape) {
  const world = await createWorld();
  const body = world.addBody({ pose: { position: [3, -2, 5], rotation: [0.5, 0.5, 0.5, 0.5] } });
  world.addCollider(body, { shape, pose: { position: [0, 0, 1] } });
  const solids = world.solids();
  assert.equal(solids.parts.length, 1);
  assert.equal(solids.parts[0].index, world.indexOf(body));
  assert.equal(solids.parts[0].kind, 'dynamic');
  world.free();
  return volumeOf(solids, solids.parts[0]);
}

const near = (value, expected, share) =>
  assert.ok(Math.abs(value - expected) <= share * expected, `${value} is not within ${share} of ${expected}`);

// A circle of 32 sides has 0.9936 of the area; a half circle of 16 sides likewise.
const ROUND = 0.02;

test('a box of 2 by 3 by 4 m encloses 24 cubic metres', async () => {
  near(await volumeOfShape({ box: { size: [2, 3, 4] } }), 24, 1e-5);
});

test('balls, cylinders, cones and capsules enclose the volumes of their formulas', async () => {
  near(await volumeOfShape({ sphere: { radius: 2 } }), (32 / 3) * Math.PI, ROUND);
  near(await volumeOfShape({ cylinder: { height: 3, radius: 2 } }), 12 * Math.PI, ROUND);
  near(await volumeOfShape({ cylinder: { height: 3, radiusBottom: 2, radiusTop: 0 } }), 4 * Math.PI, ROUND);
  near(await volumeOfShape({ capsule: { height: 3, radius: 1 } }), 3 * Math.PI + (4 / 3) * Math.PI, ROUND);
});

test('the hull of the corners of a cube has its six faces', async () => {
  const points = [];
  for (let i = 0; i < 8; ++i) points.push(i & 1, (i >> 1) & 1, i >> 2);
  near(await volumeOfShape({ hull: { points } }), 1, 1e-5);
});

test('normals are unit vectors that lead out of the surface', async () => {
  const world = await createWorld();
  world.addCollider(world.addBody(), { shape: { capsule: { height: 2, radiusBottom: 1, radiusTop: 0.5 } } });
  const { positions, normals } = world.solids();
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = normals.subarray(i, i + 3);
    assert.ok(Math.abs(Math.hypot(x, y, z) - 1) < 1e-5);
    assert.ok(x * positions[i] + y * positions[i + 1] + z * positions[i + 2] > 0);
  }
  world.free();
});

/** Sections of a file of G4MF whose bodies float where they were put. */
async function floating(shape, position) {
  const file = {
    asset: { dimension: 4 },
    nodes: [
      { name: 'Root', children: [1] },
      { name: 'Body', position, physics: { motion: { type: 'dynamic', mass: 1, gravityFactor: 0 } }, children: [2] },
      { name: 'Shape', physics: { collider: { shape: 0 } } },
    ],
    shapes: [shape],
  };
  return load(JSON.stringify(file), { name: 'floating.g4tf' });
}

const sectionAt = (world, w) => {
  const solids = world.solids({ w });
  return volumeOf(solids, solids.parts[0]);
};

test('the section of a 4D ball is the ball that Pythagoras says, and nothing beyond it', async () => {
  const world = await floating({ curves: [{ radii: [1, 1, 1, 1] }] }, [0, 0, 0, 2]);
  near(sectionAt(world, 2), (4 / 3) * Math.PI, 0.05);
  // 0.6 m beside the middle of a radius of 1 m the section has a radius of 0.8 m.
  near(sectionAt(world, 2.6), (4 / 3) * Math.PI * 0.8 ** 3, 0.05);
  assert.equal(sectionAt(world, 3.1), 0);
  world.free();
});

test('sections of a turned tesseract add up to its content along W', async () => {
  const world = await load(sample('spinning.g4tf'));
  for (let i = 0; i < 20; ++i) world.step(1 / 60);
  // The midpoint rule: sections of a convex body are smooth enough for 1 % at 80 places.
  const step = 0.025;
  let content = 0;
  for (let w = -1 + step / 2; w < 1; w += step) content += sectionAt(world, w) * step;
  near(content, 1, 0.01);
  // Turned, it is no cube of 1 m in the middle.
  assert.ok(sectionAt(world, 0) > 1.05);
  world.free();
});

test('a tesseract has its 32 edges of 1 m, and a ball outlines of its radius', async () => {
  const lengths = async (shape) => {
    const world = await floating(shape, [1, 2, 3, 4]);
    const { points, indices } = world.edges();
    world.free();
    assert.ok(indices.every((index) => index === 0));
    return { points, count: indices.length };
  };
  const box = await lengths({ size: [1, 1, 1, 1] });
  assert.equal(box.count, 32);
  for (let i = 0; i < 32; ++i) {
    const [a, b, c, d, e, f, g, h] = box.points.subarray(8 * i, 8 * i + 8);
    assert.ok(Math.abs(Math.hypot(a - e, b - f, c - g, d - h) - 1) < 1e-6);
  }
  // Six circles of 24 sides around the body's place.
  const ball = await lengths({ curves: [{ radii: [2, 2, 2, 2] }] });
  assert.equal(ball.count, 144);
  for (let i = 0; i < ball.points.length; i += 4) {
    const [x, y, z, w] = ball.points.subarray(i, i + 4);
    assert.ok(Math.abs(Math.hypot(x - 1, y - 2, z - 3, w - 4) - 2) < 1e-5);
  }
  const flat = await createWorld();
  assert.throws(() => flat.edges(), { status: 'unsupported' });
  flat.free();
});
