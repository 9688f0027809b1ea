// SPDX-License-Identifier: MIT
// Adapters of tumble/scene: in each engine a scene moves as its numbers say, and what is lost is told.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';

import { box, engines, file, missing, poses, scenes, sphere } from './engines.mjs';
import { fileWithBuffer, root, sample } from './support.mjs';

const { BodyKind, readScene } = scenes;
const STEP = 1 / 60;
const g = 9.81;
const samples = readdirSync(`${root}samples`).filter((name) => name.endsWith('.gltf'));

function near(value, expected, tolerance, what = '') {
  assert.ok(Math.abs(value - expected) <= tolerance, `${what} ${value} is not ${expected} within ${tolerance}`);
}

const codes = (world) => [...new Set(world.losses.map((loss) => loss.code))].sort();

/** A world of an engine over a file, free again afterwards; `skip` tells why an engine is not tried. */
function inEach(name, run, skip = {}) {
  for (const engine of engines) {
    test(`${engine.name}: ${name}`, { skip: skip[engine.name] }, async () => {
      await run(async (text, look, options) => {
        const scene = await readScene(text, options);
        const world = engine.make(scene, { canSleep: false });
        try {
          return look(world, scene);
        } finally {
          world.free();
        }
      }, engine);
    });
  }
}

const absent = missing.length > 0 ? `npm ci --prefix web brings ${missing.join(', ')}` : false;
test('packages of engines', { skip: absent }, () => {
  assert.equal(engines.length, 4);
});

inEach('every sample has its bodies, masses and poses', async (world, engine) => {
  for (const name of samples) {
    await world(sample(name), (made, scene) => {
      assert.equal(engine.bodyCount(made), scene.bodies.count, name);
      const { positions, rotations } = poses(made, scene.bodies.count);
      for (let i = 0; i < positions.length; ++i) near(positions[i], scene.bodies.position[i], 1e-5, name);
      for (let i = 0; i < scene.bodies.count; ++i) {
        const dot = [0, 1, 2, 3].reduce((sum, k) => sum + rotations[4 * i + k] * scene.bodies.rotation[4 * i + k], 0);
        near(Math.abs(dot), 1, 1e-5, name);
        if (scene.bodies.kind[i] === BodyKind.dynamic) near(engine.mass(made, i) / scene.bodies.mass[i], 1, 1e-5, name);
      }
    });
  }
});

inEach('a ball falls by g t^2 / 2, another by its gravity factor', async (world) => {
  const factors = [1, 0.5, 0, -1];
  const text = file({
    shapes: [sphere(0.5)],
    nodes: factors.map((gravityFactor, i) => ({
      translation: [3 * i, 100, 0], body: { motion: { mass: 2, gravityFactor }, collider: { geometry: { shape: 0 } } },
    })),
  });
  await world(text, (made) => {
    const { positions } = poses(made, 4, 60);
    // A first-order step is wrong by half of its last one.
    factors.forEach((factor, i) => near(100 - positions[3 * i + 1], (factor * g) / 2, 0.55 * g * STEP));
  });
});

// A bob of 1 kg, 0.5 m from a hinge along z at the origin.
function hinge({ limits = [], drives = [], inertia = [2, 2, 2], locked = [0, 1], rotation = [0, 0, 0, 1] }) {
  const cone = locked.length > 0 ? [{ angularAxes: locked, min: 0, max: 0 }] : [];
  return file({
    shapes: [sphere(0.1)],
    joints: [{ limits: [{ linearAxes: [0, 1, 2], min: 0, max: 0 }, ...cone, ...limits], drives }],
    nodes: [
      { rotation, body: { joint: { connectedNode: 2, joint: 0 } } },
      {
        translation: [0.5, 0, 0], children: [2],
        body: { motion: { mass: 1, inertiaDiagonal: inertia }, collider: { geometry: { shape: 0 } } },
      },
      { translation: [-0.5, 0, 0], rotation },
    ],
  });
}
const angleOf = ({ positions: [x, y] }) => Math.atan2(y, x);

inEach('a hinge holds, and turns by the inertia of the file', async (world) => {
  await world(hinge({}), (made) => {
    // m g r / (I + m r^2) = 2.18 rad/s^2: by half of t^2 after twelve steps, or one more or less.
    near(angleOf(poses(made, 1, 12)), (-2.18 * (12 * STEP) ** 2) / 2, 0.005);
    for (let i = 0; i < 20; ++i) {
      const { positions } = poses(made, 1, 12);
      near(Math.hypot(positions[0], positions[1]), 0.5, 0.01);
      near(positions[2], 0, 0.01);
    }
  });
});

inEach('ranges of a hinge stop it on their own side', async (world) => {
  const limits = [{ angularAxes: [2], min: -0.8, max: 0.3 }];
  await world(hinge({ limits }), (made) => near(angleOf(poses(made, 1, 240)), -0.8, 0.02));
  const drives = [{ type: 'angular', axis: 2, mode: 'force', velocityTarget: 2, damping: 1000, maxForce: 50 }];
  await world(hinge({ limits, drives }), (made) => near(angleOf(poses(made, 1, 240)), 0.3, 0.03));
}, { cannon: 'cannon-es has no ranges' });

// The same hinge: both frames have their Y along the world's Z, and the bob is turned by a quarter about Y itself.
function turnedHinge(limits, drives) {
  const cycle = [0.5, 0.5, 0.5, 0.5];
  const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
  // Of the pin in the bob: the quarter undone, then the cycle.
  const [x, y, z, w] = [0, -Math.SQRT1_2, 0, Math.SQRT1_2];
  const pin = [w + x + y - z, w - x + y + z, w + x - y + z, w - x - y - z].map((value) => value / 2);
  return file({
    shapes: [sphere(0.1)],
    joints: [{
      limits: [{ linearAxes: [0, 1, 2], min: 0, max: 0 }, { angularAxes: [0, 2], min: 0, max: 0 }, ...limits], drives,
    }],
    nodes: [
      { rotation: cycle, body: { joint: { connectedNode: 2, joint: 0 } } },
      {
        translation: [0.5, 0, 0], rotation: quarter, children: [2],
        body: { motion: { mass: 1, inertiaDiagonal: [2, 2, 2] }, collider: { geometry: { shape: 0 } } },
      },
      { translation: [0, 0, -0.5], rotation: pin },
    ],
  });
}

inEach('a joint acts along the axes of its own frames', async (world) => {
  await world(turnedHinge([{ angularAxes: [1], min: -0.8, max: 0.3 }], []), (made, { joints }) => {
    // Where both frames are one, the range is that about Z.
    near(joints.positionB[2], -0.5, 1e-6);
    near(angleOf(poses(made, 1, 240)), -0.8, 0.02);
    near(poses(made, 1).positions[2], 0, 0.01);
  });
  const drive = { type: 'angular', axis: 1, mode: 'force', velocityTarget: -1, damping: 1000, maxForce: 50 };
  await world(turnedHinge([{ angularAxes: [1], min: -2.6, max: 0.3 }], [drive]), (made) => {
    near(angleOf(poses(made, 1, 240)), -2.6, 0.03);
  });
}, { cannon: 'cannon-es has no ranges' });

inEach('moments turn with their frame', async (world) => {
  // The principal axes x, y, z lie along y, z, x: the moment about the hinge is the second one.
  const inertiaOrientation = [0.5, 0.5, 0.5, 0.5];
  const text = JSON.parse(hinge({ inertia: [0.2, 2, 0.6] }));
  Object.assign(text.nodes[1].extensions.KHR_physics_rigid_bodies.motion, { inertiaOrientation });
  await world(JSON.stringify(text), (made) => near(angleOf(poses(made, 1, 12)), (-2.18 * (12 * STEP) ** 2) / 2, 0.005));
});

inEach('a drive turns at its velocity', async (world) => {
  const drives = [{ type: 'angular', axis: 2, mode: 'force', velocityTarget: 0.5, damping: 1000 }];
  await world(hinge({ drives, inertia: [0.1, 0.1, 0.1] }), (made) => {
    const before = angleOf(poses(made, 1, 60));
    near(angleOf(poses(made, 1, 60)) - before, 0.5, 0.15);
  });
});

inEach('a spring of a drive rests where its force bears the load', async (world) => {
  const drives = [{ type: 'angular', axis: 2, mode: 'force', positionTarget: 0.5, stiffness: 100, damping: 20 }];
  // 100 (0.5 - x) = m g r cos x
  await world(hinge({ drives }), (made) => near(angleOf(poses(made, 1, 300)), 0.456, 0.02));
}, { cannon: 'cannon-es has no springs on joints' });

inEach('a cone holds its axis', async (world, engine) => {
  const limits = [{ angularAxes: [1, 2], min: 0, max: 0.5 }];
  await world(hinge({ locked: [], limits }), (made) => {
    near(angleOf(poses(made, 1, 240)), -0.5, 0.02);
    assert.equal(codes(made).includes('ENGINE_JOINT_GROUP'), engine.name === 'rapier' || engine.name === 'havok');
  });
  // The same with frames whose Z is the world's X.
  const rotation = [0.5, 0.5, 0.5, 0.5];
  const turned = [{ angularAxes: [0, 1], min: 0, max: 0.5 }];
  await world(hinge({ locked: [], limits: turned, rotation }), (made) => {
    near(angleOf(poses(made, 1, 240)), -0.5, 0.02);
  });
  // And an eighth of a turn about that: the bob falls between both axes, where ranges of each would let it go farther.
  const between = [0.6532815, 0.2705981, 0.6532815, 0.2705981];
  await world(hinge({ locked: [], limits: turned, rotation: between }), (made) => {
    const isCone = !codes(made).includes('ENGINE_JOINT_GROUP');
    near(angleOf(poses(made, 1, 240)), isCone ? -0.5 : -0.707, isCone ? 0.02 : 0.1);
  });
});

// A body of 1 kg that slides along x, 3 m/s.
function slider({ limits = [], drives = [] }) {
  return file({
    shapes: [sphere(0.1)],
    joints: [{
      limits: [{ linearAxes: [1, 2], min: 0, max: 0 }, { angularAxes: [0, 1, 2], min: 0, max: 0 }, ...limits], drives,
    }],
    nodes: [
      { body: { joint: { connectedNode: 1, joint: 0 } } },
      { body: { motion: { mass: 1, linearVelocity: [3, 0, 0] }, collider: { geometry: { shape: 0 } } } },
    ],
  });
}

inEach('a slider has ranges, springs and motors', async (world) => {
  const at = (text, steps) => world(text, (made) => poses(made, 1, steps).positions[0]);
  near(await at(slider({ limits: [{ linearAxes: [0], min: -0.3, max: 0.8 }] }), 60), 0.8, 0.01);
  const spring = { type: 'linear', axis: 0, mode: 'force', positionTarget: 0.5, stiffness: 1000, damping: 100 };
  near(await at(slider({ drives: [spring] }), 120), 0.5, 0.01);
  const motor = { type: 'linear', axis: 0, mode: 'force', velocityTarget: 0.5, damping: 100 };
  near(await at(slider({ drives: [motor] }), 60), 0.5, 0.06);
  // A soft range of nothing is a spring: half a period of 2 pi / 3 s later the body is back.
  near(await at(slider({ limits: [{ linearAxes: [0], min: 0, max: 0, stiffness: 9, damping: 0 }] }), 63), 0, 0.12);
}, { cannon: 'cannon-es has no sliders' });

// A ball that falls 2.5 m onto a floor.
const bouncing = (one, other) => file({
  shapes: [sphere(0.5), box(20, 1, 20)],
  materials: [
    { restitution: 0.5, restitutionCombine: one, staticFriction: 0.5, dynamicFriction: 0.5 },
    { restitution: 0.9, restitutionCombine: other, staticFriction: 0.5, dynamicFriction: 0.5 },
  ],
  nodes: [
    { translation: [0, 3, 0], body: { motion: { mass: 2 }, collider: { geometry: { shape: 0 }, physicsMaterial: 0 } } },
    { translation: [0, -0.5, 0], body: { collider: { geometry: { shape: 1 }, physicsMaterial: 1 } } },
  ],
});

// Speed after the impact over the speed before.
function restitutionOf(world) {
  let [height, down, up] = [3, 0, 0];
  for (let i = 0; i < 90; ++i) {
    const [, y] = poses(world, 1, 1).positions;
    const speed = (y - height) / STEP;
    down = Math.min(down, speed);
    if (down < -5) up = Math.max(up, speed);
    height = y;
  }
  return -up / down;
}

inEach('restitution is joined as the file says, or the loss is told', async (world, engine) => {
  const expected = { average: 0.7, minimum: 0.5, maximum: 0.9, multiply: 0.45 };
  const names = Object.keys(expected);
  // Contacts of cannon-es are springs, which give more back.
  const tolerance = engine.name === 'cannon' ? 0.12 : 0.04;
  let told = 0;
  for (const [i, one] of names.entries()) {
    for (const other of names.slice(i)) {
      await world(bouncing(one, other), (made) => {
        const isTold = codes(made).includes('ENGINE_COMBINE');
        told += isTold ? 1 : 0;
        const found = restitutionOf(made);
        const isRight = Math.abs(found - expected[one]) <= tolerance;
        assert.equal(isRight, !isTold, `${one} and ${other}: ${found}, ${expected[one]} is right`);
      });
    }
  }
  assert.equal(told, { rapier: 5, havok: 4, jolt: 0, cannon: 0 }[engine.name]);
});

inEach('a box slides v^2 / (2 mu g)', async (world) => {
  const text = file({
    shapes: [box(1, 0.2, 1), box(40, 1, 40)],
    materials: [
      { staticFriction: 0.8, dynamicFriction: 0.8, frictionCombine: 'minimum' },
      { staticFriction: 0.3, dynamicFriction: 0.3, frictionCombine: 'minimum' },
    ],
    nodes: [
      {
        translation: [0, 0.1, 0],
        body: { motion: { mass: 5, linearVelocity: [3, 0, 0] }, collider: { geometry: { shape: 0 }, physicsMaterial: 0 } },
      },
      { translation: [0, -0.5, 0], body: { collider: { geometry: { shape: 1 }, physicsMaterial: 1 } } },
    ],
  });
  await world(text, (made) => near(poses(made, 1, 150).positions[0], 9 / (2 * 0.3 * g), 0.08));
}, { cannon: 'its friction does not follow the force of a contact, and it says so' });

inEach('filters let through what they do not admit', async (world) => {
  const at = (systems, rest) => ({ collisionSystems: systems, ...rest });
  const text = file({
    shapes: [sphere(0.5), box(4, 1, 4)],
    filters: [
      at(['ball'], { collideWithSystems: ['lower'] }), at(['upper']), at(['lower']),
      at(['stone'], { notCollideWithSystems: ['lower'] }),
    ],
    nodes: [
      { translation: [-1, 4, 0], body: { motion: { mass: 1 }, collider: { geometry: { shape: 0 }, collisionFilter: 0 } } },
      { translation: [1, 4, 0], body: { motion: { mass: 1 }, collider: { geometry: { shape: 0 }, collisionFilter: 3 } } },
      { translation: [0, 1.5, 0], body: { collider: { geometry: { shape: 1 }, collisionFilter: 1 } } },
      { translation: [0, -0.5, 0], body: { collider: { geometry: { shape: 1 }, collisionFilter: 2 } } },
    ],
  });
  await world(text, (made) => {
    const { positions } = poses(made, 2, 180);
    near(positions[1], 0.5, 0.05, 'the ball meets the lower floor alone');
    near(positions[4], 2.5, 0.05, 'the stone meets the upper floor');
    assert.equal(codes(made).filter((code) => code.includes('FILTER')).length, 0);
  });
});

inEach('a body turns about its centre of mass, wherever its node is', async (world) => {
  const text = file({
    shapes: [box(1, 1, 1)],
    nodes: [{
      translation: [0, 5, 0],
      body: {
        motion: {
          mass: 3, centerOfMass: [1, 0, 0], inertiaDiagonal: [1, 2, 3], inertiaOrientation: [0, 0, 0.3826834, 0.9238795],
          linearVelocity: [0.5, 0, 0], angularVelocity: [0, 0, Math.PI], gravityFactor: 0,
        },
        collider: { geometry: { shape: 0 } },
      },
    }],
  });
  await world(text, (made) => {
    // The centre goes from (1, 5) by 0.5 m; half a turn about a principal axis puts the node on its other side.
    const { positions, rotations } = poses(made, 1, 60);
    near(positions[0], 2.5, 0.06);
    near(positions[1], 5, 0.06);
    near(Math.abs(rotations[2]), 1, 0.01);
  });
});

inEach('kinematic bodies keep their velocity and push', async (world) => {
  const text = file({
    shapes: [box(1, 1, 1)],
    nodes: [
      { body: { motion: { isKinematic: true, linearVelocity: [1, 0, 0] }, collider: { geometry: { shape: 0 } } } },
      { translation: [1.5, 0, 0], body: { motion: { mass: 1, gravityFactor: 0 }, collider: { geometry: { shape: 0 } } } },
    ],
  });
  await world(text, (made) => {
    const { positions } = poses(made, 2, 120);
    near(positions[0], 2, 0.02);
    assert.ok(positions[3] > 2.9, `${positions[3]}`);
  });
});

const joined = (enableCollision) => file({
  shapes: [box(1, 1, 1)],
  joints: [{ limits: [{ linearAxes: [1, 2], min: 0, max: 0 }, { angularAxes: [0, 1, 2], min: 0, max: 0 }] }],
  nodes: [
    {
      body: {
        motion: { mass: 1, gravityFactor: 0 }, collider: { geometry: { shape: 0 } },
        joint: { connectedNode: 1, joint: 0, enableCollision },
      },
    },
    { translation: [0.7, 0, 0], body: { motion: { mass: 1, gravityFactor: 0 }, collider: { geometry: { shape: 0 } } } },
  ],
});

inEach('sides of a joint meet where it lets them', async (world) => {
  const gap = (enableCollision) => world(joined(enableCollision), (made) => {
    const { positions } = poses(made, 2, 60);
    return positions[3] - positions[0];
  });
  near(await gap(false), 0.7, 0.01);
  assert.ok((await gap(true)) > 0.9);
}, { cannon: 'cannon-es has no sliders' });

inEach('triggers push nothing', async (world) => {
  const text = file({
    shapes: [sphere(0.5), box(4, 1, 4)],
    nodes: [
      { translation: [0, 3, 0], body: { motion: { mass: 1 }, collider: { geometry: { shape: 0 } } } },
      { translation: [0, 1, 0], body: { trigger: { geometry: { shape: 1 } } } },
    ],
  });
  await world(text, (made) => near(poses(made, 1, 60).positions[1], 3 - g / 2, 0.55 * g * STEP));
});

// Shapes that stand on the floor of y = 0, and the height of their origins.
const STANDING = [
  ['a ball', sphere(0.4), 0.4],
  ['a box', box(0.6, 0.8, 1), 0.4],
  ['a cylinder', { type: 'cylinder', cylinder: { height: 0.8, radiusBottom: 0.5, radiusTop: 0.5 } }, 0.4],
  ['a tapered cylinder', { type: 'cylinder', cylinder: { height: 0.8, radiusBottom: 0.6, radiusTop: 0.3 } }, 0.4],
  ['a cone', { type: 'cylinder', cylinder: { height: 0.8, radiusBottom: 0.6, radiusTop: 0 } }, 0.4],
  ['a capsule', { type: 'capsule', capsule: { height: 1, radiusBottom: 0.3, radiusTop: 0.3 } }, 0.3],
  ['a tapered capsule', { type: 'capsule', capsule: { height: 1, radiusBottom: 0.3, radiusTop: 0.3 } }, 0.3],
];

inEach('shapes stand where their size puts them', async (world) => {
  const isCapsule = (shape) => shape.type === 'capsule';
  const text = file({
    shapes: [box(40, 1, 40), ...STANDING.map(([, shape]) => shape)],
    nodes: [
      { translation: [0, -0.5, 0], body: { collider: { geometry: { shape: 0 } } } },
      ...STANDING.map(([, shape, height], i) => ({
        translation: [2 * i - 6, height + 0.05, 0],
        rotation: isCapsule(shape) ? [0, 0, Math.SQRT1_2, Math.SQRT1_2] : [0, 0, 0, 1],
        body: { motion: {}, collider: { geometry: { shape: i + 1 } } },
      })),
    ],
  });
  await world(text, (made) => {
    const { positions } = poses(made, STANDING.length, 90);
    STANDING.forEach(([what, , height], i) => near(positions[3 * i + 1], height, 0.04, what));
  });
});

inEach('a hull of points stands on its side', async (world) => {
  const { text, bytes } = fileWithBuffer('cube.bin');
  await world(text, (made) => {
    near(poses(made, 1, 120).positions[1], 0.5, 0.04);
    // Triangles of a side are one face.
    const [shape] = made.bodies[0].shapes ?? [];
    const corners = shape?.faces.map((face) => new Set(face).size) ?? [];
    assert.deepEqual(corners, shape ? [4, 4, 4, 4, 4, 4] : []);
  }, { resource: () => bytes });
});

inEach('a cone on its tip is flat above', async (world) => {
  const text = file({
    shapes: [sphere(0.2), { type: 'cylinder', cylinder: { height: 0.8, radiusBottom: 0, radiusTop: 0.6 } }],
    nodes: [
      { translation: [0.4, 1, 0], body: { motion: { mass: 1 }, collider: { geometry: { shape: 0 } } } },
      { body: { collider: { geometry: { shape: 1 } } } },
    ],
  });
  await world(text, (made) => near(poses(made, 1, 90).positions[1], 0.6, 0.03));
});

inEach('what is endlessly heavy does not move', async (world) => {
  const text = file({
    shapes: [box(1, 1, 1)],
    nodes: [
      // Moments of zero are endless ones, in this extension.
      { body: { motion: { mass: 1, inertiaDiagonal: [0, 0, 0], gravityFactor: 0 }, collider: { geometry: { shape: 0 } } } },
      {
        translation: [-1.2, 0.4, 0],
        body: { motion: { mass: 1, linearVelocity: [2, 0, 0], gravityFactor: 0 }, collider: { geometry: { shape: 0 } } },
      },
    ],
  });
  await world(text, (made) => {
    const { positions, rotations } = poses(made, 2, 90);
    assert.ok(positions[0] > 0.2, 'it is struck');
    near(Math.abs(rotations[3]), 1, 1e-5, 'and does not turn');
  });
});

// Losses that each engine tells of a sample, besides ENGINE_FRICTION_LOAD of cannon-es.
const LOSSES = {
  'bounce.gltf': { rapier: ['ENGINE_PLANE'], jolt: ['ENGINE_PLANE'], havok: ['ENGINE_PLANE'], cannon: ['ENGINE_PLANE'] },
  'conveyor.gltf': {
    rapier: ['ENGINE_ANIMATION'], jolt: ['ENGINE_ANIMATION'], havok: ['ENGINE_ANIMATION', 'ENGINE_COMBINE'],
    cannon: ['ENGINE_ANIMATION'],
  },
  'planet.gltf': {
    rapier: ['ENGINE_GRAVITY_VOLUME'], jolt: ['ENGINE_GRAVITY_VOLUME'], havok: ['ENGINE_GRAVITY_VOLUME'],
    cannon: ['ENGINE_GRAVITY_VOLUME'],
  },
  'chain.gltf': { rapier: [], jolt: [], havok: [], cannon: [] },
};
for (const [name, expected] of Object.entries(LOSSES)) {
  inEach(`losses of ${name}`, async (world, engine) => {
    await world(sample(name), (made, scene) => {
      const found = codes(made).filter((code) => code !== 'ENGINE_FRICTION_LOAD');
      assert.deepEqual(found, expected[engine.name]);
      for (const loss of made.losses) {
        assert.ok(['warning', 'info'].includes(loss.severity) && loss.message.length > 0);
        assert.equal(loss.file, scene.file);
      }
    });
  });
}

inEach('what an engine has one of, and a file two, is told at its place', async (world, engine) => {
  const text = file({
    shapes: [sphere(0.5)],
    materials: [{ staticFriction: 0.9, dynamicFriction: 0.3 }],
    joints: [{
      limits: [{ linearAxes: [0, 1, 2], min: 0.5, max: 2 }],
      drives: [1, 2].map((velocityTarget) => ({ type: 'angular', axis: 1, mode: 'force', velocityTarget, damping: 1 })),
    }],
    nodes: [
      {
        body: {
          motion: { mass: 1 }, collider: { geometry: { shape: 0 }, physicsMaterial: 0 }, joint: { connectedNode: 1, joint: 0 },
        },
      },
      { translation: [1, 0, 0], body: { motion: { mass: 1 }, collider: { geometry: { shape: 0 } }, trigger: undefined } },
      { translation: [0, 9, 0], children: [3], body: { motion: { mass: 1 }, collider: { geometry: { shape: 0 } } } },
      { body: { trigger: { geometry: { shape: 0 } } } },
    ],
  });
  await world(text, (made) => {
    const pointers = Object.fromEntries(made.losses.map((loss) => [loss.code, loss.pointer]));
    const one = '/extensions/KHR_physics_rigid_bodies/physicsMaterials/0';
    assert.equal(pointers.ENGINE_STATIC_FRICTION, engine.name === 'havok' ? undefined : one);
    if (engine.name === 'jolt') assert.match(pointers.ENGINE_TRIGGER, /^\/nodes\/3\//);
    if (engine.name === 'havok') assert.match(pointers.ENGINE_JOINT_DRIVES, /\/drives\/1$/);
    if (engine.name === 'rapier') assert.match(pointers.ENGINE_JOINT_GROUP, /\/limits\/0$/);
    if (engine.name === 'cannon') assert.match(pointers.ENGINE_JOINT_LEFT_OUT, /^\/nodes\/0\//);
  });
});

inEach('more filters than groups: nothing that is refused meets, everything meets the floor', async (world, engine) => {
  const count = 40;
  const systems = Array.from({ length: count }, (_, i) => `${i}`);
  const text = file({
    shapes: [sphere(0.5), box(200, 1, 200)],
    filters: systems.map((name) => ({ collisionSystems: [name], notCollideWithSystems: [name] })),
    nodes: [
      ...systems.flatMap((_, i) => [0.5, 1.2].map((y) => ({
        translation: [4 * i - 80, y, 0],
        body: { motion: { mass: 1 }, collider: { geometry: { shape: 0 }, collisionFilter: i } },
      }))),
      { translation: [0, -0.5, 0], body: { collider: { geometry: { shape: 1 } } } },
    ],
  });
  await world(text, (made) => {
    assert.equal(codes(made).includes('ENGINE_FILTER'), engine.name !== 'jolt');
    const { positions } = poses(made, 2 * count, 60);
    for (let i = 0; i < 2 * count; ++i) near(positions[3 * i + 1], 0.5, 0.05);
  });
});
